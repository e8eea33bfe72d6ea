package media

// splitPieces divides a video of n frames, f a segment, into pieces of nearly equal length of at most `most` segments,
// longer ones first. An incomplete last segment is never a piece of its own: a piece of one or two frames would get another
// B-frame delay and so another init (video-notes section 2).
func splitPieces(n, f, most int) []Piece {
	segments := ceilDiv(n, f)
	whole := max(1, n/f)
	count := max(ceilDiv(whole, most), min(minPieces, whole))
	pieces := make([]Piece, 0, count)
	first := 0
	for i := range count {
		end := first + (whole-first+count-i-1)/(count-i)
		pieces = append(pieces, Piece{First: first, End: end})
		first = end
	}
	pieces[count-1].End = segments
	return pieces
}
