# ctl flush of a member writes the profiles of the own units, and no others.

start_units
start_service --group=shop:4242,mail:4343 --interval=3600
run 0 as_member 4242 ctl flush $shop
expect_out "$PWD/out/shop_pl.$shop."
expect_no_out mail
expect any "out/shop_pl.$shop.*"
expect [ -z "$(compgen -G 'out/mail_pl.*')" ]
run 0 as_member 4343 ctl flush
expect_out "$PWD/out/mail_pl.$mail."
expect_no_out shop
run 0 ./agent report out/shop_pl.$shop.*
expect_out main::shop
expect [ "$(stat -c '%a %g' out/shop_pl.$shop.*)" = '640 4242' ]

# Root's is of all.
run 0 $AGENT ctl flush
expect_out "/shop_pl.$shop."
expect_out "/mail_pl.$mail."
end_units
end_all
