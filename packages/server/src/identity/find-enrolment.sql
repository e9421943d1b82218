select organisation from enrolments where hash = $1
