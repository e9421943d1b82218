select t.id from scim_tokens t where t.hash = :hash and permesso.scim_token_counts(t)
