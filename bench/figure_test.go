package main

import "testing"

func TestFigureIsTheMedianOfThePairsRatios(t *testing.T) {
	ours := []Sample{{"wall": 2}, {"wall": 10}, {"wall": 3}}
	peer := []Sample{{"wall": 4}, {"wall": 10}, {"wall": 9}}
	if got := oursToPeer("", "wall", ours, peer).Value; got != 0.5 {
		t.Errorf("ours to peer: %v, want 0.5", got)
	}
	if got := peerToOurs("", "wall", ours, peer).Value; got != 2 {
		t.Errorf("peer to ours: %v, want 2", got)
	}
}

func TestBound(t *testing.T) {
	for _, c := range []struct {
		figure Figure
		kept   bool
	}{
		{Figure{Value: 1}.atLeast(1), true},
		{Figure{Value: 0.9}.atLeast(1), false},
		{Figure{Value: 1.05}.atMost(1.05), true},
		{Figure{Value: 1.06}.atMost(1.05), false},
		{Figure{Value: 7}, true},
	} {
		if c.figure.Kept() != c.kept {
			t.Errorf("%v: kept %v, want %v", c.figure, !c.kept, c.kept)
		}
	}
}
