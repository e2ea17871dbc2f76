# Subs are listed with their own package and lines.

start_waiting
record_to_the_end
expect_sub main::plain 1 3-3
expect_sub main::uncalled 0 4-4
expect_sub main::empty 0 5-5
expect_sub 'main::__ANON__[a.pl:6]' 0 6-6
expect_sub Tool::import 0 2-2
expect_sub Tool::exported 0 3-3
expect_sub Tool::called_later 1 4-4
expect_sub Tool::several 0 5-7
expect_sub 'Tool::__ANON__[Tool.pm:12]' 0 12-12
expect_sub Foo::Bar::Baz::deep 1 15-15
expect_sub Foo::Bar::Baz::deeper 0 16-16
expect_sub Elsewhere::qualified 0 19-19
expect_sub Foo::Bar::Baz::grüße 0 20-20
expect_sub Foo::Bar::Baz::ж 0 20-20
expect_sub Foo::Bar::Baz::spread 0 22-27
