select permesso.erase_from_records(:person::uuid, :texts::text[], :pseudonym)
