package sql

import (
	"context"
	"database/sql/driver"
	"reflect"
	"time"
)

type ColumnType struct{}
func (*ColumnType) DatabaseTypeName() string
func (*ColumnType) DecimalSize() (int64, int64, bool)
func (*ColumnType) Length() (int64, bool)
func (*ColumnType) Name() string
func (*ColumnType) Nullable() (bool, bool)
func (*ColumnType) ScanType() reflect.Type
type Conn struct{}
func (*Conn) BeginTx(context.Context, *TxOptions) (*Tx, error)
func (*Conn) Close() error
func (*Conn) ExecContext(context.Context, string, ...any) (Result, error)
func (*Conn) PingContext(context.Context) error
func (*Conn) PrepareContext(context.Context, string) (*Stmt, error)
func (*Conn) QueryContext(context.Context, string, ...any) (*Rows, error)
func (*Conn) QueryRowContext(context.Context, string, ...any) *Row
func (*Conn) Raw(func(any) error) error
type DB struct{}
func (*DB) Begin() (*Tx, error)
func (*DB) BeginTx(context.Context, *TxOptions) (*Tx, error)
func (*DB) Close() error
func (*DB) Conn(context.Context) (*Conn, error)
func (*DB) Driver() driver.Driver
func (*DB) Exec(string, ...any) (Result, error)
func (*DB) ExecContext(context.Context, string, ...any) (Result, error)
func (*DB) Ping() error
func (*DB) PingContext(context.Context) error
func (*DB) Prepare(string) (*Stmt, error)
func (*DB) PrepareContext(context.Context, string) (*Stmt, error)
func (*DB) Query(string, ...any) (*Rows, error)
func (*DB) QueryContext(context.Context, string, ...any) (*Rows, error)
func (*DB) QueryRow(string, ...any) *Row
func (*DB) QueryRowContext(context.Context, string, ...any) *Row
func (*DB) SetConnMaxIdleTime(time.Duration)
func (*DB) SetConnMaxLifetime(time.Duration)
func (*DB) SetMaxIdleConns(int)
func (*DB) SetMaxOpenConns(int)
func (*DB) Stats() DBStats
type DBStats struct {
	Idle int
	InUse int
	MaxIdleClosed int64
	MaxLifetimeClosed int64
	MaxOpenConnections int
	WaitCount int64
	WaitDuration time.Duration
	MaxIdleTimeClosed int64
	OpenConnections int
}
type IsolationLevel int
func (IsolationLevel) String() string
type NamedArg struct {
	Name string
	Value any
}
type NullBool struct {
	Bool bool
	Valid bool
}
func (*NullBool) Scan(any) error
func (NullBool) Value() (driver.Value, error)
type NullByte struct {
	Byte byte
	Valid bool
}
func (*NullByte) Scan(any) error
func (NullByte) Value() (driver.Value, error)
type NullFloat64 struct {
	Float64 float64
	Valid bool
}
func (*NullFloat64) Scan(any) error
func (NullFloat64) Value() (driver.Value, error)
type NullInt16 struct {
	Int16 int16
	Valid bool
}
func (*NullInt16) Scan(any) error
func (NullInt16) Value() (driver.Value, error)
type NullInt32 struct {
	Int32 int32
	Valid bool
}
func (*NullInt32) Scan(any) error
func (NullInt32) Value() (driver.Value, error)
type NullInt64 struct {
	Int64 int64
	Valid bool
}
func (*NullInt64) Scan(any) error
func (NullInt64) Value() (driver.Value, error)
type NullString struct {
	String string
	Valid bool
}
func (*NullString) Scan(any) error
func (NullString) Value() (driver.Value, error)
type NullTime struct {
	Time time.Time
	Valid bool
}
func (*NullTime) Scan(any) error
func (NullTime) Value() (driver.Value, error)
type Out struct {
	Dest any
	In bool
}
type RawBytes []byte
type Result interface {
	LastInsertId() (int64, error)
	RowsAffected() (int64, error)
}
type Row struct{}
func (*Row) Err() error
func (*Row) Scan(...any) error
type Rows struct{}
func (*Rows) Close() error
func (*Rows) ColumnTypes() ([]*ColumnType, error)
func (*Rows) Columns() ([]string, error)
func (*Rows) Err() error
func (*Rows) Next() bool
func (*Rows) NextResultSet() bool
func (*Rows) Scan(...any) error
type Scanner interface {
	Scan(any) error
}
type Stmt struct{}
func (*Stmt) Close() error
func (*Stmt) Exec(...any) (Result, error)
func (*Stmt) ExecContext(context.Context, ...any) (Result, error)
func (*Stmt) Query(...any) (*Rows, error)
func (*Stmt) QueryContext(context.Context, ...any) (*Rows, error)
func (*Stmt) QueryRow(...any) *Row
func (*Stmt) QueryRowContext(context.Context, ...any) *Row
type Tx struct{}
func (*Tx) Commit() error
func (*Tx) Exec(string, ...any) (Result, error)
func (*Tx) ExecContext(context.Context, string, ...any) (Result, error)
func (*Tx) Prepare(string) (*Stmt, error)
func (*Tx) PrepareContext(context.Context, string) (*Stmt, error)
func (*Tx) Query(string, ...any) (*Rows, error)
func (*Tx) QueryContext(context.Context, string, ...any) (*Rows, error)
func (*Tx) QueryRow(string, ...any) *Row
func (*Tx) QueryRowContext(context.Context, string, ...any) *Row
func (*Tx) Rollback() error
func (*Tx) Stmt(*Stmt) *Stmt
func (*Tx) StmtContext(context.Context, *Stmt) *Stmt
type TxOptions struct {
	Isolation IsolationLevel
	ReadOnly bool
}
var LevelDefault, LevelLinearizable, LevelReadCommitted, LevelReadUncommitted, LevelRepeatableRead, LevelSerializable, LevelSnapshot, LevelWriteCommitted IsolationLevel
var ErrConnDone, ErrNoRows, ErrTxDone error
func Drivers() []string
func Named(string, any) NamedArg
func Open(string, string) (*DB, error)
func OpenDB(driver.Connector) *DB
func Register(string, driver.Driver)
