// Written by hand: no compiler prints declarations that fit all implementations of the library. Names and signatures
// are facts of ISO C++.

// The C++ standard library: what a call returns and what a callback takes.
// Iterators of all containers are one type; allocators, comparators and traits are left out.
namespace std {

template <class T>
struct __iter {
  T& operator*();
  T* operator->();
  T& operator[](size_t n);
  __iter<T> operator++();
  __iter<T> base();
};

template <class T>
struct initializer_list {
  T __elem__();
  __iter<T> begin();
  __iter<T> end();
  size_t size();
};

template <class A, class B>
using pair = __pair<A, B>;

template <class A, class B = A, class C = B, class D = C>
struct tuple {
  tuple(A a, B b, C c, D d);
  void swap(tuple& other);
};

struct string {
  string();
  string(const char* s);
  string(const char* s, size_t n);
  string(size_t n, char c);
  string(const string& s, size_t at, size_t n = 0);
  char __elem__();
  char& operator[](size_t i);
  char& at(size_t i);
  char& front();
  char& back();
  const char* c_str();
  const char* data();
  size_t size();
  size_t length();
  size_t max_size();
  size_t capacity();
  bool empty();
  void clear();
  void reserve(size_t n);
  void resize(size_t n, char c = 0);
  void shrink_to_fit();
  void push_back(char c);
  void pop_back();
  string& append(...);
  string& assign(...);
  string& insert(...);
  string& erase(...);
  string& replace(...);
  string& operator+=(...);
  string substr(size_t at = 0, size_t n = 0);
  size_t copy(char* to, size_t n, size_t at = 0);
  size_t find(...);
  size_t rfind(...);
  size_t find_first_of(...);
  size_t find_last_of(...);
  size_t find_first_not_of(...);
  size_t find_last_not_of(...);
  int compare(...);
  bool starts_with(...);
  bool ends_with(...);
  bool contains(...);
  void swap(string& other);
  __iter<char> begin();
  __iter<char> end();
  __iter<char> cbegin();
  __iter<char> cend();
  __iter<char> rbegin();
  __iter<char> rend();
  static const size_t npos = 0;
};
template <class C>
using basic_string = string;
using wstring = string;
using u8string = string;
using u16string = string;
using u32string = string;
using string_view = string;
using wstring_view = string;
template <class C>
using basic_string_view = string;
string to_string(...);
string operator+(const string& a, const string& b);
int stoi(...);
int stol(...);
int stoll(...);
int stoul(...);
int stoull(...);
double stod(...);
double stof(...);
string& getline(...);

template <class T>
struct vector {
  vector();
  vector(size_t n);
  vector(size_t n, const T& value);
  template <class I>
  vector(I first, I last);
  T __elem__();
  T& operator[](size_t i);
  T& at(size_t i);
  T& front();
  T& back();
  T* data();
  __iter<T> begin();
  __iter<T> end();
  __iter<T> cbegin();
  __iter<T> cend();
  __iter<T> rbegin();
  __iter<T> rend();
  size_t size();
  size_t max_size();
  size_t capacity();
  bool empty();
  void clear();
  void reserve(size_t n);
  void resize(size_t n, ...);
  void shrink_to_fit();
  void push_back(const T& value);
  void push_front(const T& value);
  void pop_back();
  void pop_front();
  T& emplace_back(...);
  T& emplace_front(...);
  __iter<T> emplace(...);
  __iter<T> insert(...);
  __iter<T> erase(...);
  void assign(...);
  void swap(vector<T>& other);
  void sort(...);
  void splice(...);
  void merge(...);
  void remove(...);
  void remove_if(...);
  void unique(...);
  void reverse();
  void fill(const T& value);
};
template <class T>
using deque = vector<T>;
template <class T>
using list = vector<T>;
template <class T>
using forward_list = vector<T>;
template <class T>
using array = vector<T>;
template <class T>
using span = vector<T>;
template <class T>
using valarray = vector<T>;

template <class T>
struct stack {
  T& top();
  T& front();
  T& back();
  void push(const T& value);
  void pop();
  T& emplace(...);
  bool empty();
  size_t size();
  void swap(stack<T>& other);
};
template <class T>
using queue = stack<T>;
template <class T>
using priority_queue = stack<T>;

template <class T>
struct set {
  T __elem__();
  __iter<T> begin();
  __iter<T> end();
  __iter<T> cbegin();
  __iter<T> cend();
  __iter<T> rbegin();
  __iter<T> rend();
  __iter<T> find(const T& key);
  __iter<T> lower_bound(const T& key);
  __iter<T> upper_bound(const T& key);
  __pair<__iter<T>, __iter<T>> equal_range(const T& key);
  __pair<__iter<T>, bool> insert(...);
  __pair<__iter<T>, bool> emplace(...);
  __iter<T> emplace_hint(...);
  __iter<T> erase(...);
  size_t count(const T& key);
  bool contains(const T& key);
  bool empty();
  size_t size();
  void clear();
  void reserve(size_t n);
  void merge(...);
  void swap(set<T>& other);
};
template <class T>
using multiset = set<T>;
template <class T>
using unordered_set = set<T>;
template <class T>
using unordered_multiset = set<T>;

template <class K, class V>
struct map {
  __pair<K, V> __elem__();
  V& operator[](const K& key);
  V& at(const K& key);
  __iter<__pair<K, V>> begin();
  __iter<__pair<K, V>> end();
  __iter<__pair<K, V>> cbegin();
  __iter<__pair<K, V>> cend();
  __iter<__pair<K, V>> rbegin();
  __iter<__pair<K, V>> rend();
  __iter<__pair<K, V>> find(const K& key);
  __iter<__pair<K, V>> lower_bound(const K& key);
  __iter<__pair<K, V>> upper_bound(const K& key);
  __pair<__iter<__pair<K, V>>, __iter<__pair<K, V>>> equal_range(const K& key);
  __pair<__iter<__pair<K, V>>, bool> insert(...);
  __pair<__iter<__pair<K, V>>, bool> insert_or_assign(...);
  __pair<__iter<__pair<K, V>>, bool> emplace(...);
  __pair<__iter<__pair<K, V>>, bool> try_emplace(...);
  __iter<__pair<K, V>> emplace_hint(...);
  __iter<__pair<K, V>> erase(...);
  size_t count(const K& key);
  bool contains(const K& key);
  bool empty();
  size_t size();
  size_t bucket_count();
  void rehash(size_t n);
  void clear();
  void reserve(size_t n);
  void merge(...);
  void swap(map<K, V>& other);
};
template <class K, class V>
using multimap = map<K, V>;
template <class K, class V>
using unordered_map = map<K, V>;
template <class K, class V>
using unordered_multimap = map<K, V>;

template <size_t N>
struct bitset {
  bool test(size_t i);
  bool operator[](size_t i);
  bitset& set(...);
  bitset& reset(...);
  bitset& flip(...);
  bool any();
  bool none();
  bool all();
  size_t count();
  size_t size();
  string to_string();
};

template <class T>
struct unique_ptr {
  unique_ptr(T* p);
  T& operator*();
  T* operator->();
  T& operator[](size_t i);
  T* get();
  T* release();
  void reset(T* p = nullptr);
  void swap(unique_ptr<T>& other);
};
template <class T>
struct shared_ptr {
  shared_ptr(T* p);
  T& operator*();
  T* operator->();
  T* get();
  void reset(...);
  void swap(shared_ptr<T>& other);
  size_t use_count();
  bool unique();
};
template <class T>
struct weak_ptr {
  shared_ptr<T> lock();
  bool expired();
  void reset();
  size_t use_count();
};
template <class T>
using auto_ptr = unique_ptr<T>;
template <class T>
struct enable_shared_from_this {
  shared_ptr<T> shared_from_this();
  weak_ptr<T> weak_from_this();
};
template <class T, class... A>
unique_ptr<T> make_unique(A&&... args);
template <class T, class... A>
shared_ptr<T> make_shared(A&&... args);
template <class T, class U>
shared_ptr<T> static_pointer_cast(const U& p);
template <class T, class U>
shared_ptr<T> dynamic_pointer_cast(const U& p);
template <class T, class U>
shared_ptr<T> const_pointer_cast(const U& p);
template <class T>
T* addressof(T& value);

template <class T>
struct optional {
  optional(const T& value);
  T& operator*();
  T* operator->();
  T& value();
  T value_or(const T& other);
  bool has_value();
  void reset();
  T& emplace(...);
  void swap(optional<T>& other);
};
template <class T>
optional<T> make_optional(T&& value);
struct nullopt_t {};
const nullopt_t nullopt;

template <class T>
struct reference_wrapper {
  T& get();
};
template <class T>
T& ref(T& value);
template <class T>
const T& cref(const T& value);

struct any {
  bool has_value();
  void reset();
  const type_info& type();
};
template <class T, class U>
T any_cast(U&& value);
template <class A, class B = A, class C = B, class D = C>
struct variant {
  size_t index();
  bool valueless_by_exception();
  template <class T>
  T& emplace(...);
};
template <class T, class U>
T& get(U& value);
template <class T, class U>
T* get_if(U* value);
template <class T, class U>
bool holds_alternative(const U& value);
template <class F, class U>
auto visit(F&& f, U&& value);

template <class F>
using function = F;
template <class F>
using move_only_function = F;
template <class F>
F bind(F f, ...);
template <class F>
F mem_fn(F f);
template <class T>
struct hash {
  size_t operator()(const T& value);
};
template <class T = int>
struct less {
  bool operator()(const T& a, const T& b);
};
template <class T = int>
struct greater {
  bool operator()(const T& a, const T& b);
};
template <class F>
auto invoke(F f, ...);

template <class T>
T move(T&& value);
template <class T>
T forward(T&& value);
template <class T>
T as_const(T& value);
template <class T>
T declval();
template <class T>
T exchange(T& value, ...);
template <class T>
void swap(T& a, T& b);
template <class A, class B>
__pair<A, B> make_pair(A a, B b);
template <class A, class B, class C, class D>
tuple<A, B, C, D> make_tuple(A a, B b, C c, D d);
auto make_tuple(...);
auto tie(...);
auto tuple_cat(...);
template <class T>
const T& min(const T& a, const T& b);
template <class T, class F>
const T& min(const T& a, const T& b, F less);
template <class T>
const T& max(const T& a, const T& b);
template <class T, class F>
const T& max(const T& a, const T& b, F less);
template <class T>
const T& clamp(const T& value, const T& low, const T& high);
template <class T>
T abs(T value);

template <class C>
auto begin(C& c);
template <class C>
auto end(C& c);
template <class C>
size_t size(const C& c);
template <class C>
bool empty(const C& c);
template <class C>
auto data(C& c);
template <class I>
size_t distance(I a, I b);
template <class I>
void advance(I& i, int n);
template <class I>
I next(I i, int n = 1);
template <class I>
I prev(I i, int n = 1);
template <class C>
auto back_inserter(C& c);
template <class C>
auto front_inserter(C& c);
template <class C>
auto inserter(C& c, ...);
template <class T>
struct istreambuf_iterator {};
template <class T>
struct istream_iterator {};
template <class T>
struct ostream_iterator {};
template <class I>
struct reverse_iterator {
  auto operator*();
};
template <class I>
struct iterator_traits {};

template <class I, class T>
I find(I first, I last, const T& value);
template <class I, class F>
I find_if(I first, I last, F f);
template <class I, class F>
I find_if_not(I first, I last, F f);
template <class I, class T>
I lower_bound(I first, I last, const T& value, ...);
template <class I, class T>
I upper_bound(I first, I last, const T& value, ...);
template <class I>
I max_element(I first, I last, ...);
template <class I>
I min_element(I first, I last, ...);
template <class I, class T>
I remove(I first, I last, const T& value);
template <class I, class F>
I remove_if(I first, I last, F f);
template <class I>
I unique(I first, I last, ...);
template <class I, class F>
I partition(I first, I last, F f);
template <class I, class J>
J copy(I first, I last, J to);
template <class I, class J, class F>
J copy_if(I first, I last, J to, F f);
template <class I, class J>
J copy_n(I first, size_t n, J to);
template <class I, class J, class F>
J transform(I first, I last, J to, F f);
template <class I, class F>
F for_each(I first, I last, F f);
template <class I, class T>
T accumulate(I first, I last, T start);
template <class I, class T, class F>
T accumulate(I first, I last, T start, F f);
template <class I>
void sort(I first, I last, ...);
void stable_sort(...);
void partial_sort(...);
void nth_element(...);
void reverse(...);
void rotate(...);
void shuffle(...);
void fill(...);
void fill_n(...);
void generate(...);
void iota(...);
void replace(...);
void replace_if(...);
void merge(...);
void iter_swap(...);
void random_shuffle(...);
void copy_backward(...);
void swap_ranges(...);
void set_difference(...);
void set_intersection(...);
void set_union(...);
void push_heap(...);
void pop_heap(...);
void make_heap(...);
bool all_of(...);
bool any_of(...);
bool none_of(...);
bool equal(...);
bool binary_search(...);
bool is_sorted(...);
bool includes(...);
bool lexicographical_compare(...);
bool next_permutation(...);
bool is_permutation(...);
auto search(...);
auto mismatch(...);
auto adjacent_find(...);
size_t count(...);
size_t count_if(...);
auto inner_product(...);
void partial_sum(...);

struct locale {
  static locale classic();
  static locale global(const locale& other);
  string name();
};
struct streambuf {
  int sgetn(...);
  int sputn(...);
  int sgetc();
  int sbumpc();
  int snextc();
  int sputc(...);
  int in_avail();
};
struct ios_base {
  int flags(...);
  int setf(...);
  void unsetf(...);
  int precision(...);
  int width(...);
  locale imbue(const locale& l);
  locale getloc();
};
struct ios : ios_base {
  using traits_type = char_traits<char>;
  bool good();
  bool eof();
  bool fail();
  bool bad();
  int rdstate();
  void clear(...);
  void setstate(...);
  char fill(...);
  streambuf* rdbuf(...);
  int exceptions(...);
  ios& copyfmt(const ios& other);
};
struct ostream : virtual ios {
  ostream& operator<<(...);
  ostream& put(char c);
  ostream& write(const char* s, size_t n);
  ostream& flush();
  ostream& seekp(...);
  int tellp();
};
struct istream : virtual ios {
  istream& operator>>(...);
  int get();
  istream& get(char& c);
  istream& get(char* s, size_t n, char end = 0);
  istream& getline(...);
  istream& read(char* s, size_t n);
  istream& ignore(...);
  istream& putback(char c);
  istream& unget();
  istream& seekg(...);
  int peek();
  int gcount();
  int tellg();
  int readsome(...);
};
struct iostream : istream, ostream {};
struct stringstream : iostream {
  stringstream(...);
  string str();
  void str(const string& s);
};
struct ostringstream : ostream {
  ostringstream(...);
  string str();
  void str(const string& s);
};
struct istringstream : istream {
  istringstream(...);
  string str();
  void str(const string& s);
};
struct ofstream : ostream {
  ofstream(...);
  void open(...);
  void close();
  bool is_open();
};
struct ifstream : istream {
  ifstream(...);
  void open(...);
  void close();
  bool is_open();
};
struct fstream : iostream {
  fstream(...);
  void open(...);
  void close();
  bool is_open();
};
template <class C>
using basic_ostream = ostream;
template <class C>
using basic_istream = istream;
template <class C>
using basic_streambuf = streambuf;
extern ostream cout;
extern ostream cerr;
extern ostream clog;
extern istream cin;
ostream& endl(ostream& os);
ostream& ends(ostream& os);
ostream& flush(ostream& os);
int setw(int n);
int setprecision(int n);
int setfill(char c);
int setbase(int n);
int hex(...);
int dec(...);
int oct(...);
int fixed(...);
int boolalpha(...);

struct exception {
  exception(...);
  virtual const char* what();
};
struct bad_alloc : exception {};
struct bad_cast : exception {};
struct bad_optional_access : exception {};
struct logic_error : exception {
  logic_error(const string& s);
};
struct runtime_error : exception {
  runtime_error(const string& s);
};
struct invalid_argument : logic_error {
  invalid_argument(const string& s);
};
struct out_of_range : logic_error {
  out_of_range(const string& s);
};
struct length_error : logic_error {
  length_error(const string& s);
};
struct domain_error : logic_error {
  domain_error(const string& s);
};
struct range_error : runtime_error {
  range_error(const string& s);
};
struct overflow_error : runtime_error {
  overflow_error(const string& s);
};
struct error_code {
  int value();
  string message();
  const error_category& category();
  void clear();
};
struct error_category {
  const char* name();
  string message(int code);
};
struct system_error : runtime_error {
  system_error(...);
  const error_code& code();
};
struct exception_ptr {};
exception_ptr current_exception();
exception_ptr make_exception_ptr(...);
void rethrow_exception(exception_ptr p);
void terminate();
struct type_info {
  const char* name();
  size_t hash_code();
};
struct type_index {
  const char* name();
  size_t hash_code();
};

struct mutex {
  void lock();
  void unlock();
  bool try_lock();
  void lock_shared();
  void unlock_shared();
};
using recursive_mutex = mutex;
using timed_mutex = mutex;
using shared_mutex = mutex;
template <class M>
struct lock_guard {
  lock_guard(...);
};
template <class M>
struct scoped_lock {
  scoped_lock(...);
};
template <class M>
struct unique_lock {
  unique_lock(...);
  void lock();
  void unlock();
  bool try_lock();
  bool owns_lock();
  M* release();
};
template <class M>
using shared_lock = unique_lock<M>;
struct condition_variable {
  void wait(...);
  bool wait_for(...);
  bool wait_until(...);
  void notify_one();
  void notify_all();
};
using condition_variable_any = condition_variable;
struct thread {
  thread(...);
  void join();
  void detach();
  bool joinable();
  int get_id();
  static int hardware_concurrency();
};
using jthread = thread;
template <class T>
struct atomic {
  T load(...);
  void store(...);
  T exchange(...);
  T fetch_add(...);
  T fetch_sub(...);
  T fetch_or(...);
  T fetch_and(...);
  bool compare_exchange_weak(...);
  bool compare_exchange_strong(...);
};
using atomic_bool = atomic<bool>;
using atomic_int = atomic<int>;
using atomic_flag = atomic<bool>;
struct once_flag {};
void call_once(...);
template <class T>
struct future {
  T get();
  void wait();
  bool valid();
  int wait_for(...);
};
template <class T>
struct promise {
  future<T> get_future();
  void set_value(...);
  void set_exception(...);
};
template <class F>
struct packaged_task {
  auto get_future();
};
auto async(...);
namespace this_thread {
int get_id();
void sleep_for(...);
void sleep_until(...);
void yield();
}  // namespace this_thread

namespace chrono {
template <class R, class P = R>
struct duration {
  R count();
  static duration<R, P> zero();
  static duration<R, P> max();
  static duration<R, P> min();
};
using nanoseconds = duration<int>;
using microseconds = duration<int>;
using milliseconds = duration<int>;
using seconds = duration<int>;
using minutes = duration<int>;
using hours = duration<int>;
template <class C>
struct time_point {
  duration<int> time_since_epoch();
};
struct system_clock {
  static time_point<system_clock> now();
  static int to_time_t(...);
  static time_point<system_clock> from_time_t(...);
};
using steady_clock = system_clock;
using high_resolution_clock = system_clock;
template <class D, class T>
D duration_cast(const T& t);
template <class D, class T>
auto time_point_cast(const T& t);
}  // namespace chrono

namespace filesystem {
struct path {
  path(...);
  path& append(...);
  path parent_path();
  path filename();
  path stem();
  path extension();
  path root_path();
  path relative_path();
  path lexically_normal();
  path lexically_relative(const path& base);
  path& replace_extension(...);
  path& replace_filename(...);
  path& remove_filename();
  string string();
  string generic_string();
  string u8string();
  const char* c_str();
  bool empty();
  bool is_absolute();
  bool is_relative();
  bool has_extension();
  bool has_filename();
  bool has_parent_path();
  path operator/(const path& other);
  path __elem__();
};
struct directory_entry {
  const path& path();
  bool is_directory();
  bool is_regular_file();
  bool exists();
  size_t file_size();
};
struct directory_iterator {
  directory_iterator(...);
  directory_entry __elem__();
};
struct recursive_directory_iterator {
  recursive_directory_iterator(...);
  directory_entry __elem__();
};
bool exists(...);
bool is_directory(...);
bool is_regular_file(...);
bool is_symlink(...);
bool is_empty(...);
bool create_directory(...);
bool create_directories(...);
bool remove(...);
bool equivalent(...);
size_t remove_all(...);
size_t file_size(...);
void rename(...);
void copy(...);
void copy_file(...);
void resize_file(...);
path absolute(...);
path canonical(...);
path weakly_canonical(...);
path relative(...);
path current_path(...);
path temp_directory_path(...);
auto last_write_time(...);
}  // namespace filesystem

struct regex {
  regex(...);
};
struct smatch {
  string str(...);
  string operator[](int i);
  size_t size();
  string prefix();
  string suffix();
};
using cmatch = smatch;
bool regex_match(...);
bool regex_search(...);
string regex_replace(...);
struct random_device {
  int operator()();
};
struct mt19937 {
  mt19937(...);
  int operator()();
  void seed(...);
};
using mt19937_64 = mt19937;
using default_random_engine = mt19937;
template <class T = int>
struct uniform_int_distribution {
  T operator()(...);
};
template <class T = double>
struct uniform_real_distribution {
  T operator()(...);
};
template <class T>
struct numeric_limits {
  static T max();
  static T min();
  static T lowest();
  static T epsilon();
  static T infinity();
  static T quiet_NaN();
  static T signaling_NaN();
  static const int digits = 0;
  static const int digits10 = 0;
  static const int max_digits10 = 0;
  static const bool is_signed = false;
};
template <class C>
struct char_traits {
  static int eof();
  static C to_char_type(int i);
  static int to_int_type(C c);
  static size_t length(const C* s);
  static int compare(...);
};
template <class T>
struct allocator {
  T* allocate(size_t n);
  void deallocate(T* p, size_t n);
};
template <class T>
using decay_t = T;
template <class T>
using remove_reference_t = T;
template <class T>
using remove_const_t = T;
template <class T>
using remove_cv_t = T;
template <class T>
using remove_cvref_t = T;
template <class T>
using add_const_t = T;
template <bool B, class T = void>
using enable_if_t = T;
template <bool B, class T, class F>
using conditional_t = T;
template <class T, class U>
T bit_cast(const U& value);
string format(...);
void print(...);
void println(...);
auto from_chars(...);
auto to_chars(...);
string quoted(...);

int isalnum(int c);
int isalpha(int c);
int isdigit(int c);
int isspace(int c);
int isupper(int c);
int islower(int c);
int isxdigit(int c);
int ispunct(int c);
int isprint(int c);
int tolower(int c);
int toupper(int c);
void* memcpy(void* to, const void* from, size_t n);
void* memmove(void* to, const void* from, size_t n);
void* memset(void* to, int c, size_t n);
int memcmp(const void* a, const void* b, size_t n);
size_t strlen(const char* s);
int strcmp(const char* a, const char* b);
int strncmp(const char* a, const char* b, size_t n);
char* strchr(const char* s, int c);
char* strstr(const char* s, const char* t);
char* strerror(int e);
char* getenv(const char* name);
int atoi(const char* s);
double strtod(const char* s, char** end);
int strtol(const char* s, char** end, int base);
int strtoul(const char* s, char** end, int base);
void* malloc(size_t n);
void* realloc(void* p, size_t n);
void free(void* p);
void abort();
void exit(int code);
int printf(const char* f, ...);
int fprintf(...);
int snprintf(char* s, size_t n, const char* f, ...);
int vsnprintf(...);
int sscanf(...);
int time(...);
double sqrt(double x);
double pow(double x, double y);
double floor(double x);
double ceil(double x);
double round(double x);
double log(double x);
double log2(double x);
double log10(double x);
double exp(double x);
double sin(double x);
double cos(double x);
double tan(double x);
double atan2(double y, double x);
double fabs(double x);
double fmod(double x, double y);
double hypot(double x, double y);
bool isnan(double x);
bool isinf(double x);
bool isfinite(double x);
bool signbit(double x);
double ldexp(double x, int e);
double frexp(double x, int* e);
int rand();
void srand(int seed);
}  // namespace std
