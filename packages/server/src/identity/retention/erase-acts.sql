select permesso.erase_from_acts(:person::uuid, :texts::text[], :pseudonym)
