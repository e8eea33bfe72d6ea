-- Amounts are in the minor unit of ISO 4217. Until now they were in what CLDR shows, which has fewer digits for these currencies; the
-- last line lists withdrawn ones.

-- +goose Up
UPDATE course_prices SET individual = individual * 100, batch = batch * 100 WHERE currency IN
  ('AFN', 'ALL', 'AMD', 'COP', 'GYD', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'MNT', 'MUR', 'PKR', 'RSD', 'SOS', 'SYP', 'TZS', 'UZS', 'YER',
  'ADP', 'BYR', 'ESP', 'ITL', 'LUF', 'MGF', 'MRO', 'SLL', 'STD', 'TMM', 'TRL', 'ZMK', 'ZWD');
UPDATE courses SET course_fee = course_fee * 100 WHERE fee_currency IN
  ('AFN', 'ALL', 'AMD', 'COP', 'GYD', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'MNT', 'MUR', 'PKR', 'RSD', 'SOS', 'SYP', 'TZS', 'UZS', 'YER',
  'ADP', 'BYR', 'ESP', 'ITL', 'LUF', 'MGF', 'MRO', 'SLL', 'STD', 'TMM', 'TRL', 'ZMK', 'ZWD');
UPDATE batches SET hourly_rate = hourly_rate * 100 WHERE currency IN
  ('AFN', 'ALL', 'AMD', 'COP', 'GYD', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'MNT', 'MUR', 'PKR', 'RSD', 'SOS', 'SYP', 'TZS', 'UZS', 'YER',
  'ADP', 'BYR', 'ESP', 'ITL', 'LUF', 'MGF', 'MRO', 'SLL', 'STD', 'TMM', 'TRL', 'ZMK', 'ZWD');
UPDATE course_prices SET individual = individual * 1000, batch = batch * 1000 WHERE currency = 'IQD';
UPDATE courses SET course_fee = course_fee * 1000 WHERE fee_currency = 'IQD';
UPDATE batches SET hourly_rate = hourly_rate * 1000 WHERE currency = 'IQD';
