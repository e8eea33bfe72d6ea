-- Refunds are also made in the dashboards of providers, and by banks for buyers who dispute a payment.

-- +goose Up
ALTER TABLE refunds DROP CONSTRAINT refunds_origin_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_origin_check CHECK (origin IN ('staff', 'surplus', 'provider', 'dispute'));
CREATE UNIQUE INDEX refunds_ref ON refunds (payment_id, provider_ref) WHERE provider_ref <> '';
