# Before anything runs: one line that says what is wrong.

wrong() {
	local says=$1
	shift
	run ${STATUS:-2} $AGENT "$@" -- touch ran
	expect_one_line "$says"
	expect [ ! -e ran ]
}
U=--push=http://127.0.0.1:9
wrong '--push=ftp://x: must begin with http:// or https://' --push=ftp://x
wrong 'must not contain a user or a password' --push=http://me:secret@host
expect_no_err secret
wrong 'has no host' --push=http://:80
wrong 'without "?"' --push='http://host?a=b'
wrong '--label=a: must be NAME=TEXT' $U --label=a
wrong '--label=__a=b: must be NAME=TEXT' $U --label=__a=b
wrong 'its text must have 1 to 200 bytes' $U --label=a=
wrong 'two have the name a' $U --label=a=b,a=c
wrong '--push-by=uid: must be some of pid, user and script' $U --push-by=uid
wrong '--push-format=zipkin: must be pyroscope or otlp' $U --push-format=zipkin
wrong '--push-tenant=a/b: must be' $U --push-tenant=a/b
wrong '--push-queue=q: must begin with a slash' $U --push-queue=q
wrong '--push-queue-size=1: must be a number of bytes from 1M on' $U --push-queue-size=1
wrong '--push-queue-age=no: must be a number of seconds' $U --push-queue-age=no
wrong 'need --push=URL' --label=a=b
wrong 'has no certificate' $U --push-ca=/x

STATUS=1
Q=--push-queue=$PWD/queue
wrong 'can'\''t read it: No such file' $U $Q --push-auth=$PWD/none
echo 'bearer secret' >auth
chmod 644 auth
wrong 'others can read it or own it' $U $Q --push-auth=$PWD/auth
chmod 600 auth
for line in secret 'digest secret' bearer 'basic secret' $'bearer secret\nmore'; do
	echo "$line" >auth
	wrong "--push-auth=$PWD/auth: " $U $Q --push-auth=$PWD/auth
	expect_no_err secret
done
wrong '--push-ca=/nowhere: can'\''t read it' --push=https://127.0.0.1:9 $Q --push-ca=/nowhere
wrong "can't make it" $U --push-queue=$PWD/not/there
mkdir open
chmod 777 open
wrong 'nobody else may write to it' $U --push-queue=$PWD/open
