# A sub that is defined again has its new lines.

cat >after <<'PERL'
#
eval "no warnings; package Tool;\n#line 40 Tool.pm\nsub several {\n15 }\n*named = sub {\n16 };\n1" or die;
PERL
start_waiting /dev/null after
record_to_the_end
expect_sub Tool::several 0 40-41
expect_sub 'Tool::__ANON__[Tool.pm:43]' 0 42-43
expect_sub Tool::import 0 2-2
