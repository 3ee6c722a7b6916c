package ringkey

import "time"

// Mode is a way to confirm a phone.
type Mode string

const (
	Flash   Mode = "flash"
	Voice   Mode = "voice"
	Mix     Mode = "mix"
	Inbound Mode = "inbound"
	// HTTP is a step over a gateway of the service.
	HTTP Mode = "http"
)

// Status of a verification. All but Pending are final.
type Status string

const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Failed   Status = "failed"
	Expired  Status = "expired"
	Canceled Status = "canceled"
	Blocked  Status = "blocked"
)

// StepStatus says how far a step is.
type StepStatus string

const (
	Planned     StepStatus = "planned"
	Skipped     StepStatus = "skipped"
	Started     StepStatus = "started"
	Delivered   StepStatus = "delivered"
	Undelivered StepStatus = "undelivered"
)

// NewVerification is what Create asks for. An empty member is left to the service.
type NewVerification struct {
	// IdempotencyKey makes the creation safe to repeat over a restart of your program; one is made when it is empty.
	IdempotencyKey   string            `json:"-"`
	Phone            string            `json:"phone"`
	Steps            []NewStep         `json:"steps,omitempty"`
	Code             string            `json:"code,omitempty"`
	ReuseCode        bool              `json:"reuse_code,omitempty"`
	CodeLength       int               `json:"code_length,omitempty"`
	Language         string            `json:"language,omitempty"`
	ExpiresIn        int               `json:"expires_in,omitempty"`
	Attempts         int               `json:"attempts,omitempty"`
	Client           string            `json:"client,omitempty"`
	OnPending        string            `json:"on_pending,omitempty"`
	Normalize        bool              `json:"normalize,omitempty"`
	Metadata         map[string]string `json:"metadata,omitempty"`
	IP               string            `json:"ip,omitempty"`
	DeviceID         string            `json:"device_id,omitempty"`
	Trusted          bool              `json:"trusted,omitempty"`
	Consent          *Consent          `json:"consent,omitempty"`
	MaxCost          string            `json:"max_cost,omitempty"`
	ClientToken      bool              `json:"client_token,omitempty"`
	InboundExpiresIn int               `json:"inbound_expires_in,omitempty"`
	// QR is "svg", or empty for none.
	QR string `json:"qr,omitempty"`
}

// Consent proves that the person agreed to be called.
type Consent struct {
	At   time.Time `json:"at"`
	IP   string    `json:"ip,omitempty"`
	Text string    `json:"text,omitempty"`
}

// NewStep is one way to try.
type NewStep struct {
	Mode    Mode   `json:"mode"`
	Seconds int    `json:"seconds,omitempty"`
	Channel string `json:"channel,omitempty"`
	// Confirm is "key" for a voice call in which the person presses Hint.Key instead of typing a code.
	Confirm string `json:"confirm,omitempty"`
}

// Verification confirms one phone by one or more steps.
type Verification struct {
	ID           string            `json:"id"`
	Version      int               `json:"version"`
	Status       Status            `json:"status"`
	Reason       string            `json:"reason"`
	Test         bool              `json:"test"`
	Phone        string            `json:"phone"`
	Country      string            `json:"country"`
	Operator     string            `json:"operator"`
	CreatedAt    time.Time         `json:"created_at"`
	ExpiresAt    time.Time         `json:"expires_at"`
	AttemptsLeft int               `json:"attempts_left"`
	Steps        []Step            `json:"steps"`
	Inbound      *InboundNumber    `json:"inbound"`
	Client       string            `json:"client"`
	Metadata     map[string]string `json:"metadata"`
	// ClientToken is in the answer of Create alone, when it was asked for.
	ClientToken string `json:"client_token"`
	Hint        struct {
		CodeLength int    `json:"code_length"`
		Caller     string `json:"caller"`
		Key        string `json:"key"`
	} `json:"hint"`
}

// Step is one call of a verification.
type Step struct {
	Mode     Mode       `json:"mode"`
	Status   StepStatus `json:"status"`
	Reason   string     `json:"reason"`
	Channel  string     `json:"channel"`
	VendorID int64      `json:"vendor_id"`
	// StartsAt is set while the step is planned, when that is known.
	StartsAt  *time.Time `json:"starts_at"`
	StartedAt *time.Time `json:"started_at"`
	EndedAt   *time.Time `json:"ended_at"`
	// Price is empty until the call is settled.
	Price string `json:"price"`
}

// InboundNumber is the number that the person has to call.
type InboundNumber struct {
	Number    string    `json:"number"`
	URI       string    `json:"uri"`
	Pretty    string    `json:"pretty"`
	ExpiresAt time.Time `json:"expires_at"`
	// QR is the link as an SVG image, when it was asked for.
	QR string `json:"qr"`
}

// CheckResult says whether a code was right, and what became of the verification.
type CheckResult struct {
	Valid        bool   `json:"valid"`
	Status       Status `json:"status"`
	Test         bool   `json:"test"`
	AttemptsLeft int    `json:"attempts_left"`
	Version      int    `json:"version"`
}
