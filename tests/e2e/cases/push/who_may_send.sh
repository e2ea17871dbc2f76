# Basic and bearer authentication, over TLS with a certificate of one's own; and no secret shows up anywhere.

openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
	-addext subjectAltName=IP:127.0.0.1 2>/dev/null
export ROUNDS=100
start_receiver pyroscope cert.pem key.pem
echo 'bearer s3cret-t0ken' >auth-file
chmod 600 auth-file
echo 'Authorization: Bearer s3cret-t0ken' >auth
push --push-ca=$PWD/cert.pem --push-auth=$PWD/auth-file -o a.out
expect_err 'push: sent 1 profile to https://'

# Another token, which the receiver does not know; it shows what it got.
echo echo >behave
echo 'basic me:0ther' >auth-file
push --push-ca=$PWD/cert.pem --push-auth=$PWD/auth-file -o a.out
expect_err 'push: https://127.0.0.1:'
expect_err 'has refused a profile, which is dropped: it answers 400'
rm behave
push --push-ca=$PWD/cert.pem --push-auth=$PWD/auth-file -o a.out
expect_err 'it answers 401: who are you?'
expect_err 'push: 1 profile waits'
expect [ "$(queued)" = 1 ]
echo "Authorization: Basic $(printf me:0ther | base64)" >auth
push --push-ca=$PWD/cert.pem --push-auth=$PWD/auth-file -o a.out
expect_err 'push: sent 2 profiles to https://'
cat stdout stderr >all-said
expect [ "$(grep -c -e s3cret -e 0ther all-said a.out | grep -vc ':0$')" = 0 ]

# Not with the system's certificates.
push --push-auth=$PWD/auth-file -o a.out
expect_err "can't be sent to: "
expect_err ertificate
expect [ "$(queued)" = 1 ]
end_receiver
