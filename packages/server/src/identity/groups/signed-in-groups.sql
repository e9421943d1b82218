-- As far as they gave a role: other groups are not kept.
select distinct person, group_name as "group" from roles where source = 'sign-in'
