package app_test

// peopleObjects are the operations of accounts.
var peopleObjects = map[string]object{
	"GET /api/v1/students/{id}":            {of: aPerson, unseen: true}, // the owner is not their own student
	"DELETE /api/v1/auth/identities/{id}":  {of: anIdentity},
	"DELETE /api/v1/auth/passkeys/{id}":    {of: aPasskey},
	"PATCH /api/v1/auth/passkeys/{id}":     {of: aPasskey, body: `{"name":"Taken"}`},
	"DELETE /api/v1/auth/sessions/{id}":    {of: aSession},
	"DELETE /api/v1/notifications/{id}":    {of: aNotification},
	"POST /api/v1/notifications/{id}/read": {of: aNotification},
	"GET /api/v1/avatars/{id}/{size}":      {of: aPerson, unseen: true},
	"GET /api/v1/profile/{id}":             {of: aPerson},
	"HEAD /api/v1/avatars/{id}/{size}":     {of: aPerson, unseen: true},
}
