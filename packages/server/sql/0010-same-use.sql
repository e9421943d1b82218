-- How the user of an approval called that use: the same use may ask again when its reply was lost.
alter table approvals add column use_key text;
