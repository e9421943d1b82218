-- Only those that gave a role: other groups are not stored.
select distinct person, group_name as "group" from roles where source = 'sign-in'
