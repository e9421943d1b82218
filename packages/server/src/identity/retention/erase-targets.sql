with linked as (
  delete from slack_people where person = :person
)
delete from hooks where person = :person
