// Written by hand: these libraries are macros for the most part. Names and signatures are facts of GoogleTest
// (BSD-3-Clause), Catch2 and Boost.Test (BSL-1.0).

// GoogleTest, GoogleMock, Catch2 and Boost.Test: assertions, fixtures, matchers.
namespace testing {
struct Message {
  Message& operator<<(...);
};
struct AssertionResult {
  AssertionResult& operator<<(...);
  const char* message();
  const char* failure_message();
};
AssertionResult AssertionSuccess();
AssertionResult AssertionFailure();
struct TestInfo {
  const char* name();
  const char* test_suite_name();
};
struct UnitTest {
  static UnitTest* GetInstance();
  const TestInfo* current_test_info();
};
struct Environment {
  virtual void SetUp();
  virtual void TearDown();
};
struct Test {
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  static void SetUpTestCase();
  static void TearDownTestCase();
  static bool HasFailure();
  static bool HasFatalFailure();
  static void RecordProperty(...);
  virtual void SetUp();
  virtual void TearDown();
};
template <class T>
struct WithParamInterface {
  static const T& GetParam();
};
template <class T>
struct TestWithParam : Test {
  static const T& GetParam();
};
template <class T>
struct TestParamInfo {
  T param;
  size_t index;
};
template <class T>
struct NiceMock : T {};
template <class T>
struct StrictMock : T {};
template <class T>
struct NaggyMock : T {};
void InitGoogleTest(...);
void InitGoogleMock(...);
auto Values(...);
auto ValuesIn(...);
auto Combine(...);
auto Range(...);
auto Bool();
auto Eq(...);
auto Ne(...);
auto Lt(...);
auto Gt(...);
auto Le(...);
auto Ge(...);
auto IsNull();
auto NotNull();
auto IsEmpty();
auto SizeIs(...);
auto HasSubstr(...);
auto StartsWith(...);
auto EndsWith(...);
auto StrEq(...);
auto MatchesRegex(...);
auto ContainsRegex(...);
auto ElementsAre(...);
auto ElementsAreArray(...);
auto UnorderedElementsAre(...);
auto Contains(...);
auto Each(...);
auto Pair(...);
auto Key(...);
auto Field(...);
auto Property(...);
auto Pointee(...);
auto Optional(...);
auto AllOf(...);
auto AnyOf(...);
auto Not(...);
auto Truly(...);
auto Invoke(...);
auto Return(...);
auto ReturnRef(...);
auto DoAll(...);
auto SetArgPointee(...);
auto SaveArg(...);
auto WithArg(...);
auto Throw(...);
auto AtLeast(...);
auto AtMost(...);
auto Exactly(...);
auto MakeMatcher(...);
namespace internal {
struct MockSpec {
  MockSpec& Times(...);
  MockSpec& With(...);
  MockSpec& WillOnce(...);
  MockSpec& WillRepeatedly(...);
  MockSpec& WillByDefault(...);
  MockSpec& InSequence(...);
  MockSpec& After(...);
  MockSpec& RetiresOnSaturation();
};
}  // namespace internal
}  // namespace testing
int RUN_ALL_TESTS();
void EXPECT_EQ(...);
void EXPECT_NE(...);
void EXPECT_LT(...);
void EXPECT_LE(...);
void EXPECT_GT(...);
void EXPECT_GE(...);
void EXPECT_TRUE(...);
void EXPECT_FALSE(...);
void EXPECT_STREQ(...);
void EXPECT_STRNE(...);
void EXPECT_STRCASEEQ(...);
void EXPECT_FLOAT_EQ(...);
void EXPECT_DOUBLE_EQ(...);
void EXPECT_NEAR(...);
void EXPECT_THROW(...);
void EXPECT_ANY_THROW(...);
void EXPECT_NO_THROW(...);
void EXPECT_THAT(...);
void EXPECT_DEATH(...);
void EXPECT_EXIT(...);
void EXPECT_PRED1(...);
void EXPECT_PRED2(...);
void EXPECT_PRED_FORMAT2(...);
void EXPECT_NONFATAL_FAILURE(...);
void EXPECT_FATAL_FAILURE(...);
void ASSERT_EQ(...);
void ASSERT_NE(...);
void ASSERT_LT(...);
void ASSERT_LE(...);
void ASSERT_GT(...);
void ASSERT_GE(...);
void ASSERT_TRUE(...);
void ASSERT_FALSE(...);
void ASSERT_STREQ(...);
void ASSERT_STRNE(...);
void ASSERT_NEAR(...);
void ASSERT_FLOAT_EQ(...);
void ASSERT_DOUBLE_EQ(...);
void ASSERT_THROW(...);
void ASSERT_ANY_THROW(...);
void ASSERT_NO_THROW(...);
void ASSERT_THAT(...);
void ASSERT_DEATH(...);
void ASSERT_NO_FATAL_FAILURE(...);
void EXPECT_NO_FATAL_FAILURE(...);
void FAIL(...);
void SUCCEED(...);
void ADD_FAILURE(...);
void GTEST_SKIP(...);
void GTEST_FAIL(...);
void SCOPED_TRACE(...);
void TEST(...);
void TEST_F(...);
void TEST_P(...);
void TYPED_TEST(...);
void TYPED_TEST_P(...);
void TYPED_TEST_SUITE(...);
void TYPED_TEST_SUITE_P(...);
void REGISTER_TYPED_TEST_SUITE_P(...);
void INSTANTIATE_TEST_SUITE_P(...);
void INSTANTIATE_TEST_CASE_P(...);
void INSTANTIATE_TYPED_TEST_SUITE_P(...);
void FRIEND_TEST(...);
void MATCHER(...);
void MATCHER_P(...);
void MATCHER_P2(...);
void ACTION(...);
void ACTION_P(...);
void MOCK_METHOD(...);
void MOCK_METHOD0(...);
void MOCK_METHOD1(...);
void MOCK_METHOD2(...);
void MOCK_METHOD3(...);
void MOCK_CONST_METHOD0(...);
void MOCK_CONST_METHOD1(...);
void TEST_CASE(...);
void SECTION(...);
void SCENARIO(...);
void GIVEN(...);
void WHEN(...);
void THEN(...);
void CHECK_THROWS(...);
void CHECK_THROWS_AS(...);
void CHECK_NOTHROW(...);
void REQUIRE(...);
void REQUIRE_FALSE(...);
void REQUIRE_THROWS(...);
void REQUIRE_THROWS_AS(...);
void REQUIRE_NOTHROW(...);
void BOOST_CHECK(...);
void BOOST_CHECK_EQUAL(...);
void BOOST_REQUIRE(...);
void BOOST_REQUIRE_EQUAL(...);
void BOOST_TEST(...);
void BOOST_AUTO_TEST_CASE(...);
void BOOST_FIXTURE_TEST_CASE(...);
void BENCHMARK(...);
void BENCHMARK_MAIN(...);
testing::internal::MockSpec& EXPECT_CALL(...);
testing::internal::MockSpec& ON_CALL(...);
