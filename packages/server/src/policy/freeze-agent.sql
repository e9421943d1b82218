update agents set frozen = $2 where id = $1 returning project
