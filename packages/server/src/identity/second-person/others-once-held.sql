select person from once_held where person <> :person and role = any(:roles::text[]) limit 1
