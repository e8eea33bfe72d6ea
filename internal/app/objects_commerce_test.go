package app_test

// commerceObjects are the operations of payments and companies.
var commerceObjects = map[string]object{
	"GET /api/v1/corporate/{id}":                                  {of: aCompany},
	"PATCH /api/v1/corporate/{id}":                                {of: aCompany, body: `{"name":"Taken"}`},
	"GET /api/v1/corporate/{id}/people":                           {of: aCompany},
	"PATCH /api/v1/corporate/{id}/people/{userId}":                {of: aCompany, body: `{"department":"Taken"}`},
	"DELETE /api/v1/corporate/{id}/people/{userId}":               {of: aCompany},
	"POST /api/v1/corporate/{id}/people/import":                   {of: aCompany},
	"GET /api/v1/corporate/{id}/invitations":                      {of: aCompany},
	"POST /api/v1/corporate/{id}/invitations":                     {of: aCompany, body: `{"emails":["taken@lectern.test"]}`},
	"GET /api/v1/corporate/{id}/pools":                            {of: aCompany},
	"GET /api/v1/corporate/{id}/seats":                            {of: aCompany},
	"GET /api/v1/corporate/{id}/pools/{poolId}/seats":             {of: aCompany},
	"POST /api/v1/corporate/{id}/pools/{poolId}/seats":            {of: aCompany, body: `{"course_id":"{courseId}","emails":["taken@lectern.test"]}`},
	"DELETE /api/v1/corporate/{id}/pools/{poolId}/seats/{seatId}": {of: aCompany},
	"DELETE /api/v1/corporate/{id}/invitations/{invitationId}":    {of: aCompany},
	"POST /api/v1/corporate/{id}/orders/quote":                    {of: aCompany, body: `{"currency":"EUR","lines":[{"course_id":"{courseId}","quantity":1}]}`},
	"POST /api/v1/corporate/{id}/orders":                          {of: aCompany, body: `{"currency":"EUR","lines":[{"course_id":"{courseId}","quantity":1}],"cart_key":"01990000-0000-7000-8000-000000000019","digest":"x"}`},
	"GET /api/v1/corporate/{id}/orders":                           {of: aCompany},
	"GET /api/v1/payments/orders/{id}":                            {of: anOrder},
	"GET /api/v1/payments/orders/{id}/progress":                   {of: anOrder},
	"POST /api/v1/payments/orders/{id}/attempts":                  {of: anOrder, body: `{"provider":"test"}`},
	"DELETE /api/v1/payments/orders/{id}/attempts":                {of: anOrder},
	"POST /api/v1/payments/orders/{id}/sync":                      {of: anOrder},
	"GET /api/v1/payments/orders/{id}/transfer":                   {of: anOrder, unseen: true}, // it is paid in another way
	"PUT /api/v1/payments/attempts/{id}/proof":                    {of: anOrder, unseen: true}, // TestBankTransfers
	"DELETE /api/v1/payments/orders/{id}":                         {of: anOrder},
	"GET /api/v1/payments/orders/{id}/refund-requests":            {of: anOrder},
	"POST /api/v1/payments/orders/{id}/refund-requests":           {of: anOrder, body: `{"reason":"Bees"}`},
	"POST /api/v1/payments/refund-requests/{id}/withdraw":         {of: aRefundRequest},
	"POST /api/v1/payments/plans/{id}/cancel":                     {of: aPlan},
	"POST /api/v1/payments/dues/{id}/order":                       {of: aDue},
}
