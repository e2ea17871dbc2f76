# Before anything runs: one line that says what is wrong.

U=--push=http://127.0.0.1:9
refused 2 '--push=ftp://x: must begin with http:// or https://' --push=ftp://x
refused 2 'must not contain a user or a password' --push=http://me:secret@host
expect_no_err secret
refused 2 'has no host' --push=http://:80
refused 2 'without "?"' --push='http://host?a=b'
refused 2 '--label=a: must be NAME=TEXT' $U --label=a
refused 2 '--label=__a=b: must be NAME=TEXT' $U --label=__a=b
refused 2 'its text must have 1 to 200 bytes' $U --label=a=
refused 2 'two have the name a' $U --label=a=b,a=c
refused 2 '--push-by=uid: must be some of pid, user and script' $U --push-by=uid
refused 2 '--push-format=zipkin: must be pyroscope or otlp' $U --push-format=zipkin
refused 2 '--push-tenant=a/b: must be' $U --push-tenant=a/b
refused 2 '--push-queue=q: must begin with a slash' $U --push-queue=q
refused 2 '--push-queue-size=1: must be a number of bytes from 1M on' $U --push-queue-size=1
refused 2 '--push-queue-age=no: must be a number of seconds' $U --push-queue-age=no
refused 2 'need --push=URL' --label=a=b
refused 2 'has no certificate' $U --push-ca=/x

Q=--push-queue=$PWD/queue
refused 1 'can'\''t read it: No such file' $U $Q --push-auth=$PWD/none
echo 'bearer secret' >auth
chmod 644 auth
refused 1 'others can read it or own it' $U $Q --push-auth=$PWD/auth
chmod 600 auth
for line in secret 'digest secret' bearer 'basic secret' $'bearer secret\nmore'; do
	echo "$line" >auth
	refused 1 "--push-auth=$PWD/auth: " $U $Q --push-auth=$PWD/auth
	expect_no_err secret
done
refused 1 '--push-ca=/nowhere: can'\''t read it' --push=https://127.0.0.1:9 $Q --push-ca=/nowhere
refused 1 "can't make it" $U --push-queue=$PWD/not/there
mkdir open
chmod 777 open
refused 1 'nobody else may write to it' $U --push-queue=$PWD/open
