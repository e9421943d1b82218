update projects set frozen = $2 where id = $1 returning id as project
