select distinct person from roles where source = 'scim'
