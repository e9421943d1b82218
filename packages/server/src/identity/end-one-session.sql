with ended as (
  delete from sessions where id = :id and (person = :person or :isAdmin) returning id, person
), pushed as (
  delete from hooks h using ended where h.session = ended.id
)
select id, person from ended
