update agents set frozen = :reason where id = :agent returning project
