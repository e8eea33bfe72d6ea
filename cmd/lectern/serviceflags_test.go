package main

import (
	"strings"
	"testing"
)

func TestMeetingFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags meetingFlags
		want  string // in the error
	}{
		{meetingFlags{}, ""},
		{meetingFlags{BigbluebuttonURL: "https://bbb.example.org/bigbluebutton/", BigbluebuttonSecret: "s"}, ""},
		{meetingFlags{BigbluebuttonURL: "https://bbb.example.org"}, "--bigbluebutton-secret"},
		{meetingFlags{BigbluebuttonSecret: "s"}, "--bigbluebutton-url"},
		{meetingFlags{BigbluebuttonURL: "http://bbb.example.org", BigbluebuttonSecret: "s"}, "--bigbluebutton-url"},
		{meetingFlags{BigbluebuttonURL: "https://a:b@bbb.example.org", BigbluebuttonSecret: "s"}, "--bigbluebutton-url"},
		{meetingFlags{JitsiURL: "https://meet.example.org"}, ""},
		{meetingFlags{JitsiURL: "http://127.0.0.1:8000"}, ""},
		{meetingFlags{JitsiURL: "meet.example.org"}, "--jitsi-url"},
		{meetingFlags{JitsiURL: "https://meet.example.org", JitsiAppID: "a"}, "--jitsi-secret"},
		{meetingFlags{JitsiAppID: "a", JitsiSecret: "s"}, "--jitsi-url"},
		{meetingFlags{ZoomAccountID: "a", ZoomClientID: "c", ZoomClientSecret: "s", ZoomSite: "zoom.us"}, ""},
		{meetingFlags{ZoomWebhookSecret: "s"}, "--zoom-account-id"},
		{meetingFlags{ZoomAccountID: "a", ZoomClientID: "c", ZoomSite: "zoom.us"}, "--zoom-client-secret"},
		{meetingFlags{ZoomAccountID: "a", ZoomClientID: "c", ZoomClientSecret: "s", ZoomSite: "https://zoom.us/"}, "--zoom-site"},
	} {
		if err := c.flags.Validate(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.flags, err)
		}
	}
}
func TestPaymentFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags paymentFlags
		want  string // in the error
	}{
		{paymentFlags{}, ""},
		{paymentFlags{PaymentsTest: true}, ""},
		{paymentFlags{StripeSecretKey: "sk_test_1", PaymentsTest: true}, ""},
		{paymentFlags{StripeSecretKey: "rk_live_1", StripeWebhookSecrets: []string{"whsec_1", "whsec_2"}}, ""},
		{paymentFlags{StripeSecretKey: "sk_live_1", PaymentsTest: true}, "live key"},
		{paymentFlags{StripeSecretKey: "pk_live_1"}, "publishable"},
		{paymentFlags{StripeWebhookSecrets: []string{"whsec_1"}}, "--stripe-secret-key"},
		{paymentFlags{StripeSecretKey: "sk_live_1", StripeWebhookSecrets: []string{"sk_live_1"}}, "whsec_"},
		{paymentFlags{RazorpayKeyID: "rzp_test_1", RazorpayKeySecret: "s", PaymentsTest: true}, ""},
		{paymentFlags{RazorpayKeyID: "rzp_live_1", RazorpayKeySecret: "s", RazorpayWebhookSecrets: []string{"sixteen-characters-a", "sixteen-characters-b"}}, ""},
		{paymentFlags{RazorpayKeyID: "rzp_live_1", RazorpayKeySecret: "s", StripeSecretKey: "sk_live_1"}, ""},
		{paymentFlags{RazorpayKeyID: "rzp_live_1"}, "--razorpay-key-secret"},
		{paymentFlags{RazorpayKeySecret: "s"}, "--razorpay-key-id"},
		{paymentFlags{RazorpayWebhookSecrets: []string{"sixteen-characters-a"}}, "--razorpay-key-id"},
		{paymentFlags{RazorpayKeyID: "acc_1", RazorpayKeySecret: "s"}, "rzp_live_"},
		{paymentFlags{RazorpayKeyID: "rzp_live_1", RazorpayKeySecret: "s", RazorpayWebhookSecrets: []string{"sixteen-characters-a", ""}}, "16 characters"},
		{paymentFlags{RazorpayKeyID: "rzp_live_1", RazorpayKeySecret: "s", PaymentsTest: true}, "live key"},
		{paymentFlags{RazorpayKeyID: "rzp_test_1", RazorpayKeySecret: "s", StripeSecretKey: "sk_live_1"}, "test key"},
		{paymentFlags{RazorpayKeyID: "rzp_live_1", RazorpayKeySecret: "s", StripeSecretKey: "rk_test_1"}, "test key"},
	} {
		if err := c.flags.Validate(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.flags, err)
		}
	}
	for _, f := range []paymentFlags{{StripeSecretKey: "sk_live_1"}, {RazorpayKeyID: "rzp_live_1"}} {
		if err := f.needPublicURL(mailFlags{}); err == nil || !strings.Contains(err.Error(), "--public-url") {
			t.Error(err)
		}
	}
}

func TestModelFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags modelFlags
		want  string // in the error
	}{
		{modelFlags{AIFirstToken: 30e9}, ""},
		{modelFlags{AIURL: "http://127.0.0.1:11434/v1", AIModel: "m", AIFirstToken: 30e9}, ""},
		{modelFlags{AIURL: "https://models.example.org/v1", AIKey: "k", AIModel: "m", AIFirstToken: 30e9}, ""},
		{modelFlags{AIURL: "https://models.example.org/v1", AIFirstToken: 30e9}, "--ai-model"},
		{modelFlags{AIKey: "k", AIFirstToken: 30e9}, "--ai-url"},
		{modelFlags{AIURL: "models.example.org", AIModel: "m", AIFirstToken: 30e9}, "--ai-url"},
		{modelFlags{AIURL: "https://u:p@models.example.org", AIModel: "m", AIFirstToken: 30e9}, "--ai-url"},
		{modelFlags{AIFirstToken: 1}, "--ai-first-token"},
	} {
		if err := c.flags.Validate(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.flags, err)
		}
	}
}
