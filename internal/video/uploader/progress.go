package uploader

import "slices"

// bounds returns the place of a part in the file, in bytes; after the end it is empty.
func (u *Upload) bounds(number int64) (start, size int64) {
	start = min((number-1)*u.session.ChunkSize, u.file.Size)
	return start, min(u.session.ChunkSize, u.file.Size-start)
}

// nextMissing returns the lowest part that is not acknowledged. An empty part ends the search, whatever totalChunks says.
func (u *Upload) nextMissing() (number int64, missing bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for number = 1; u.parts[number] != ""; number++ {
	}
	_, size := u.bounds(number)
	return number, size > 0
}

// setParts replaces the known acknowledged parts.
func (u *Upload) setParts(parts []Part) {
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.parts)
	clear(u.moving)
	u.done = 0
	for _, p := range parts {
		_, size := u.bounds(p.PartNumber)
		u.parts[p.PartNumber] = p.ETag
		u.done += size
	}
	u.report()
}

// dropParts removes parts that the server has lost, so that they are sent again.
func (u *Upload) dropParts(numbers []int64) {
	left := slices.DeleteFunc(u.partList(), func(p Part) bool { return slices.Contains(numbers, p.PartNumber) })
	u.setParts(left)
	u.save(&SavedUpload{*u.session, left, u.refreshes})
}

// partList lists the acknowledged parts.
func (u *Upload) partList() []Part {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.list()
}

func (u *Upload) list() (parts []Part) {
	for number, etag := range u.parts {
		parts = append(parts, Part{number, etag})
	}
	return sorted(parts)
}

// recordPart records an acknowledged part and saves it for another run.
func (u *Upload) recordPart(number int64, etag string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.parts[number] == "" {
		_, size := u.bounds(number)
		u.done += size
	}
	u.parts[number] = etag
	delete(u.moving, number)
	u.report()
	u.save(&SavedUpload{*u.session, u.list(), u.refreshes})
}

// countBytes records how many bytes of a part have been sent. HTTP may still read from a part that has been answered.
func (u *Upload) countBytes(number, bytes int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.parts[number] == "" {
		u.moving[number] = bytes
		u.report()
	}
}

// resetInFlight resets the bytes in flight when a run ends.
func (u *Upload) resetInFlight() {
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.moving)
	u.report()
}

func (u *Upload) report() {
	if u.options.Progress == nil {
		return
	}
	sent := u.done
	for _, bytes := range u.moving {
		sent += bytes
	}
	u.options.Progress(min(sent, u.file.Size), u.file.Size)
}

func (u *Upload) save(k *SavedUpload) {
	if u.options.Keep != nil {
		u.options.Keep(k)
	}
}
