delete from sign_ins
