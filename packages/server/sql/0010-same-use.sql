-- How whoever used a yes called that use: the same use may ask again when its reply was lost.
alter table approvals add column use_key text;
