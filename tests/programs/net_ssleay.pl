# Net::SSLeay: subs that AutoLoader loads from .al files, constants by AUTOLOAD, a handshake in memory, all else C.
# oracle-rule: autosplit-source
use strict;
use warnings;
use Net::SSLeay qw(make_form make_headers die_now die_if_ssl_error);

print make_form(name => 'a b', sum => '1+1=2', 'sl/ash' => 'x;y'), "\n";
print length(make_headers('User-Agent' => 'test', Accept => '*/*')), ' ', unpack('H*', Net::SSLeay::SHA256('text')) =~ /^(.{8})/, "\n";
print Net::SSLeay::OP_ALL() ? 'constant' : 'nothing', ' ', eval { Net::SSLeay::NO_SUCH_CONSTANT(); 1 } ? 'there' : 'none', "\n";
print defined Net::SSLeay::randomize('/dev/null') ? 'random' : 'seeded', "\n";

sub certificate {
    my $key = Net::SSLeay::EVP_PKEY_new();
    Net::SSLeay::EVP_PKEY_assign_RSA($key, Net::SSLeay::RSA_generate_key(1024, 65537));
    my $x509 = Net::SSLeay::X509_new();
    Net::SSLeay::X509_set_version($x509, 2);
    Net::SSLeay::X509_set_pubkey($x509, $key);
    my $name = Net::SSLeay::X509_get_subject_name($x509);
    Net::SSLeay::X509_NAME_add_entry_by_txt($name, 'CN', Net::SSLeay::MBSTRING_UTF8(), 'localhost');
    Net::SSLeay::X509_set_issuer_name($x509, $name);
    Net::SSLeay::X509_gmtime_adj(Net::SSLeay::X509_get_notBefore($x509), 0);
    Net::SSLeay::X509_gmtime_adj(Net::SSLeay::X509_get_notAfter($x509), 3600);
    Net::SSLeay::X509_sign($x509, $key, Net::SSLeay::EVP_get_digestbyname('sha256'));
    return ($key, $x509);
}

# Two ends, each with a pair of BIOs in memory.
sub end_of {
    my ($ctx, $server) = @_;
    my $ssl = Net::SSLeay::new($ctx) or die_now('no SSL');
    my @bio = map { Net::SSLeay::BIO_new(Net::SSLeay::BIO_s_mem()) } 1, 2;
    Net::SSLeay::set_bio($ssl, $bio[0], $bio[1]);
    $server ? Net::SSLeay::set_accept_state($ssl) : Net::SSLeay::set_connect_state($ssl);
    return { ssl => $ssl, in => $bio[0], out => $bio[1] };
}

sub pass {
    my ($from, $to) = @_;
    my $bytes = Net::SSLeay::BIO_read($from->{out});
    Net::SSLeay::BIO_write($to->{in}, $bytes) if defined $bytes && length $bytes;
    return;
}

my ($key, $x509) = certificate();
my $server_ctx = Net::SSLeay::CTX_new();
Net::SSLeay::CTX_set_security_level($server_ctx, 0);
Net::SSLeay::CTX_use_certificate($server_ctx, $x509);
Net::SSLeay::CTX_use_PrivateKey($server_ctx, $key);
die_if_ssl_error('key');
my ($server, $client) = (end_of($server_ctx, 1), end_of(Net::SSLeay::CTX_new(), 0));
for (1 .. 4) {
    Net::SSLeay::do_handshake($_->[0]{ssl}), pass(@$_) for [ $client, $server ], [ $server, $client ];
}
Net::SSLeay::ERR_clear_error();
print Net::SSLeay::state($client->{ssl}) == Net::SSLeay::state($server->{ssl}) ? 'connected' : 'not connected', "\n";
for my $text ('hello', 'x' x 1000) {
    Net::SSLeay::write($client->{ssl}, $text);
    pass($client, $server);
    print length Net::SSLeay::read($server->{ssl}), "\n";
}
Net::SSLeay::initialize();
Net::SSLeay::ssl_write_all($server->{ssl}, \join("\r\n", 'a line', 'b line', 'rest'));
pass($server, $client);
print length Net::SSLeay::ssl_read_CRLF($client->{ssl}), ' ', Net::SSLeay::ssl_read_all($client->{ssl}, 12) =~ s/\r\n/,/r, ' ', Net::SSLeay::want_read($client->{ssl}), "\n";
print Net::SSLeay::dump_peer_certificate($client->{ssl}) =~ /CN=(\w+)/, "\n";
print Net::SSLeay::print_errs('errors') ? 'errors' : 'no errors', "\n";
Net::SSLeay::free($_->{ssl}) for $server, $client;
