insert into checkpoints (organisation, size, root, at, signature) values (permesso.organisation(), :size, :root, :at, :signature)
