select t.id, t.made_by is null as "isOperators" from scim_tokens t where t.hash = :hash and permesso.scim_token_counts(t)
