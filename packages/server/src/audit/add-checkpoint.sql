insert into checkpoints (organisation, size, root, at, signature) values (permesso.organisation(), $1, $2, $3, $4)
