package classsession

// NoticeInput is embedded in the input of a change of a batch or of its sessions.
type NoticeInput struct {
	Notify string `query:"notify" enum:"true,false" default:"true" msg:"notify must be true or false" doc:"false: no emails are sent about this change. Members and the instructor find it in the app."`
}

// NoEmails reports whether no emails are to be sent about a change.
func (n NoticeInput) NoEmails() bool { return n.Notify == "false" }
