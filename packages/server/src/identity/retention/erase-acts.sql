select permesso.erase_from_acts(:texts::text[], :pseudonym)
