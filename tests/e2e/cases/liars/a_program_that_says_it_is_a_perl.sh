# A program that says it is a perl: it exports the tables of one, and has something else in them.

tables=(
	'const char *PL_op_name[400] = { 0 }; void *PL_ppaddr[400] = { 0 };'
	'const char *PL_op_name[400]; void *PL_ppaddr[1];'
	'char PL_op_name[1], PL_ppaddr[1];'
	'const char *PL_op_name[] = { (char *)16, (char *)-1 }; void *PL_ppaddr[9] = { (void *)-1 };'
	'const char *PL_op_name[] = { "null", "nextstate", "dbstate", "entersub" };
	int main(void); void *PL_ppaddr[] = { main, main, main, main };'
)
versions=(
	''
	'const char PL_revision = 5, PL_version = 36, PL_subversion = 0;
	const char PL_bincompat_options[] = " MULTIPLICITY USE_ITHREADS";
	const unsigned short PL_interp_size = 3768;'
	"const char PL_revision = 5, PL_version = 200, PL_subversion = 9; char PL_bincompat_options[] = { 'x' };"
)
for table in "${tables[@]}"; do
	for version in "${versions[@]}"; do
		echo "$table $version int pause(void); int main(void) { pause(); return 0; }" >fake.c
		expect cc -rdynamic -w fake.c -o fake || exit
		./fake & pid=$!
		await grep -q '^fake' /proc/$pid/comm
		run 1 $AGENT --pid $pid -d 1
		expect_one_line ''
		stop $pid
	done
done
