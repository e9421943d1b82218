-- How often a version asks, beside how often it denies: a candidate that asks about everything stops nobody, and everybody.
alter table policy_counts add column asks bigint not null default 0;
