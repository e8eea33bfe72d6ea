package uploader

// Message returns the default text of a class.
func Message(c Class) string { return classes[c].message }
