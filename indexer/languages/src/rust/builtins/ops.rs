// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub trait Deref { type Target; fn deref(&self) -> &Self::Target; }
pub trait DerefMut: Deref { fn deref_mut(&mut self) -> &mut Self::Target; }
pub trait Drop { fn drop(&mut self); }
/// What is inside a value that `?` can be applied to.
pub trait TryInner<T> {}
pub trait Fn {}
pub trait FnMut {}
pub trait FnOnce {}
pub trait Index<Idx> { type Output; fn index(&self, _: Idx) -> &Self::Output; }
pub trait IndexMut<Idx>: Index<Idx> { fn index_mut(&mut self, _: Idx) -> &mut Self::Output; }
pub trait Add<Rhs = Self> { type Output; fn add(self, _: Rhs) -> Self::Output; }
pub trait Sub<Rhs = Self> { type Output; fn sub(self, _: Rhs) -> Self::Output; }
pub trait Mul<Rhs = Self> { type Output; fn mul(self, _: Rhs) -> Self::Output; }
pub trait Div<Rhs = Self> { type Output; fn div(self, _: Rhs) -> Self::Output; }
pub trait Rem<Rhs = Self> { type Output; fn rem(self, _: Rhs) -> Self::Output; }
pub trait Neg { type Output; fn neg(self) -> Self::Output; }
pub trait Not { type Output; fn not(self) -> Self::Output; }
pub trait BitAnd<Rhs = Self> { type Output; fn bitand(self, _: Rhs) -> Self::Output; }
pub trait BitOr<Rhs = Self> { type Output; fn bitor(self, _: Rhs) -> Self::Output; }
pub trait BitXor<Rhs = Self> { type Output; fn bitxor(self, _: Rhs) -> Self::Output; }
pub trait Shl<Rhs = Self> { type Output; fn shl(self, _: Rhs) -> Self::Output; }
pub trait Shr<Rhs = Self> { type Output; fn shr(self, _: Rhs) -> Self::Output; }
pub trait AddAssign<Rhs = Self> { fn add_assign(&mut self, _: Rhs); }
pub trait SubAssign<Rhs = Self> { fn sub_assign(&mut self, _: Rhs); }
pub trait MulAssign<Rhs = Self> { fn mul_assign(&mut self, _: Rhs); }
pub trait BitOrAssign<Rhs = Self> { fn bitor_assign(&mut self, _: Rhs); }
pub trait BitAndAssign<Rhs = Self> { fn bitand_assign(&mut self, _: Rhs); }
pub trait RangeBounds<T> { fn start_bound(&self) -> Bound<&T>; fn end_bound(&self) -> Bound<&T>; }
pub enum Bound<T> { Included(T), Excluded(T), Unbounded }
pub enum ControlFlow<B, C> { Continue(C), Break(B) }
impl<B, C> ControlFlow<B, C> { fn break_value(self) -> Option<B>; fn __try__(self) -> C; }
pub struct Range<Idx> { pub start: Idx, pub end: Idx }
impl<A> Iterator for Range<A> { type Item = A; }
impl<A> Range<A> { fn start(&self) -> &A; fn end(&self) -> &A; fn is_empty(&self) -> bool; fn contains<U>(&self, _: &U) -> bool; }
pub type RangeInclusive<Idx> = Range<Idx>;
pub type RangeFrom<Idx> = Range<Idx>;
pub type RangeTo<Idx> = Range<Idx>;
pub struct RangeFull;
