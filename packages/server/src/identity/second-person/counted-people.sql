select p.id from people p where p.id = any(:people::uuid[]) and permesso.counts_as_person(p)
