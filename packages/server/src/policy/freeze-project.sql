update projects set frozen = :reason where id = :project returning id as project
