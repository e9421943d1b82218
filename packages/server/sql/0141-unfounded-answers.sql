-- A machine reports an answer of its team that nobody of the team gave.
alter table findings drop constraint findings_what_check;
alter table findings add constraint findings_what_check
  check (what in ('gap', 'unlinked', 'changed', 'foreign', 'forked', 'understated', 'miscounted', 'hidden', 'unfounded'));
