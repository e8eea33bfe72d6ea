package ics

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// errRule is a rule that is not understood. Rules that repeat within a day are none: a few bytes of them take a day of computing.
var errRule = errors.New("the rule of an event is not understood")

// mostListed is how many days, months or positions a rule may list: all days of a month from both ends, and some more.
const mostListed = 100

// weekdays are those of RFC 5545.
var weekdays = map[string]time.Weekday{"SU": time.Sunday, "MO": time.Monday, "TU": time.Tuesday, "WE": time.Wednesday, "TH": time.Thursday, "FR": time.Friday, "SA": time.Saturday}

// nthDay is a weekday, the nth of a month; from its end if n is negative, each if it is 0.
type nthDay struct {
	n   int
	day time.Weekday
}

// rule is how an event repeats (RFC 5545, 3.3.10), in wall-clock days: an hour stays that hour when the clocks change.
type rule struct {
	freq                    string
	interval, count         int
	until                   time.Time // in wall-clock time; zero for none
	days                    []nthDay
	monthDays, months, sets []int
	weekStart               time.Weekday
}

// readRule reads a rule; until is in the zone of its event.
func readRule(text string, zone *time.Location) (r rule, err error) {
	r = rule{interval: 1, weekStart: time.Monday}
	for part := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(part, "=")
		switch strings.ToUpper(name) {
		case "FREQ":
			r.freq = strings.ToUpper(value)
		case "INTERVAL":
			r.interval, err = strconv.Atoi(value)
		case "COUNT":
			r.count, err = strconv.Atoi(value)
		case "UNTIL":
			r.until, err = readUntil(value, zone)
		case "BYDAY":
			r.days, err = readDays(value)
		case "BYMONTHDAY":
			r.monthDays, err = readNumbers(value)
		case "BYMONTH":
			r.months, err = readNumbers(value)
		case "BYSETPOS":
			r.sets, err = readNumbers(value)
		case "WKST":
			r.weekStart = weekdays[strings.ToUpper(value)]
		case "":
		default:
			err = errRule
		}
		if err != nil {
			return r, errRule
		}
	}
	ofTheYear := r.freq == "YEARLY" && len(r.days) > 0 && len(r.months) == 0
	if !slices.Contains([]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}, r.freq) || r.interval < 1 || r.interval > 1000 || r.count < 0 || ofTheYear {
		return r, errRule
	}
	return r, nil
}

func readUntil(value string, zone *time.Location) (time.Time, error) {
	if at, err := time.Parse(date, value); err == nil {
		return at.Add(24*time.Hour - time.Second), nil
	}
	if at, err := time.Parse(instantFormat, value); err == nil {
		return asWall(at.In(zone)), nil
	}
	return time.Parse(wallFormat, value)
}

func readDays(value string) (days []nthDay, err error) {
	for part := range strings.SplitSeq(strings.ToUpper(value), ",") {
		day, known := weekdays[part[max(0, len(part)-2):]]
		n := 0
		if number := part[:max(0, len(part)-2)]; number != "" {
			n, err = strconv.Atoi(number)
		}
		if !known || err != nil || len(days) == mostListed {
			return nil, errRule
		}
		days = append(days, nthDay{n, day})
	}
	return days, nil
}

func readNumbers(value string) (numbers []int, err error) {
	for part := range strings.SplitSeq(value, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || len(numbers) == mostListed {
			return nil, errRule
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// starts returns the starts from one on that lie within [from, until), in wall-clock time. It takes from a budget of days that are tried, and returns ErrTooMany
// when that is used up.
func (r rule) starts(first, from, until time.Time, budget *int) (found []time.Time, err error) {
	counted, days := 0, map[string]int{"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366}[r.freq]
	for k := r.skipped(first, from); ; k++ {
		if *budget -= days; *budget < 0 {
			return nil, ErrTooMany
		}
		period, candidates := r.period(first, k*r.interval)
		if !period.Before(until) || !r.until.IsZero() && period.After(r.until) {
			return found, nil
		}
		for _, at := range candidates {
			if at.Before(first) {
				continue
			}
			if counted++; r.count > 0 && counted > r.count || !r.until.IsZero() && at.After(r.until) || !at.Before(until) {
				return found, nil
			}
			if !at.Before(from) {
				found = append(found, at)
			}
		}
	}
}

// skipped returns how many periods end before a time and need not be tried: none of a rule that counts.
func (r rule) skipped(first, from time.Time) int {
	if r.count > 0 || !from.After(first) {
		return 0
	}
	days := int(from.Sub(first).Hours() / 24)
	periods := map[string]int{"DAILY": days, "WEEKLY": days / 7, "MONTHLY": days / 31, "YEARLY": days / 366}[r.freq]
	return max(0, periods/r.interval-1)
}

// period returns the beginning of the nth day, week, month or year from that of a start on, and the starts in it that the rule allows, by time.
func (r rule) period(first time.Time, n int) (begins time.Time, starts []time.Time) {
	year, month, day := first.Date()
	clock := first.Sub(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
	var days []time.Time
	switch r.freq {
	case "DAILY":
		begins = time.Date(year, month, day+n, 0, 0, 0, 0, time.UTC)
		if r.isOn(begins) {
			days = []time.Time{begins}
		}
	case "WEEKLY":
		back := (int(first.Weekday()) - int(r.weekStart) + 7) % 7
		begins = time.Date(year, month, day-back+7*n, 0, 0, 0, 0, time.UTC)
		for i := range 7 {
			at := begins.AddDate(0, 0, i)
			if r.isOn(at) && (len(r.days) > 0 || at.Weekday() == first.Weekday()) {
				days = append(days, at)
			}
		}
	case "MONTHLY":
		begins = time.Date(year, month+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		days = r.inMonth(begins, day)
	case "YEARLY":
		begins = time.Date(year+n, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := range 12 {
			if len(r.months) > 0 || len(r.monthDays) > 0 || i+1 == int(month) {
				days = append(days, r.inMonth(begins.AddDate(0, i, 0), day)...)
			}
		}
	}
	for _, at := range r.chosen(days) {
		starts = append(starts, at.Add(clock))
	}
	return begins, starts
}

// isOn reports whether a rule of days or weeks allows a day.
func (r rule) isOn(day time.Time) bool {
	onWeekday := len(r.days) == 0 || slices.ContainsFunc(r.days, func(d nthDay) bool { return d.day == day.Weekday() })
	return onWeekday && r.inMonths(day) && r.onMonthDay(day)
}

func (r rule) inMonths(day time.Time) bool {
	return len(r.months) == 0 || slices.Contains(r.months, int(day.Month()))
}

func (r rule) onMonthDay(day time.Time) bool {
	left := day.AddDate(0, 1, -day.Day()).Day() - day.Day() + 1 // of the month, with this day
	return len(r.monthDays) == 0 || slices.Contains(r.monthDays, day.Day()) || slices.Contains(r.monthDays, -left)
}

// inMonth returns the days of a month that a rule allows; the nth day where it names none.
func (r rule) inMonth(month time.Time, n int) (days []time.Time) {
	for day := month; day.Month() == month.Month(); day = day.AddDate(0, 0, 1) {
		named := len(r.days) > 0 || len(r.monthDays) > 0
		if !r.inMonths(day) || !named && day.Day() != n || !r.onMonthDay(day) {
			continue
		}
		last := day.AddDate(0, 1, -day.Day()).Day()
		isNth := slices.ContainsFunc(r.days, func(d nthDay) bool {
			return d.day == day.Weekday() && (d.n == 0 || d.n == (day.Day()+6)/7 || d.n == -(last-day.Day()+7)/7)
		})
		if len(r.days) == 0 || isNth {
			days = append(days, day)
		}
	}
	return days
}

// chosen returns those of the days of a period that BYSETPOS names.
func (r rule) chosen(days []time.Time) (chosen []time.Time) {
	if len(r.sets) == 0 {
		return days
	}
	for i, day := range days {
		if slices.Contains(r.sets, i+1) || slices.Contains(r.sets, i-len(days)) {
			chosen = append(chosen, day)
		}
	}
	return chosen
}
