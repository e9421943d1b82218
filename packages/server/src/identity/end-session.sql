with ended as (
  delete from sessions where hash = :hash returning id
)
delete from hooks h using ended where h.session = ended.id
