select organisation from enrolments where hash = :hash
