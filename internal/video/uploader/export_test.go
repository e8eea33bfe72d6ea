package uploader

// Message is what a class says where there is nothing more exact.
func Message(c Class) string { return classes[c].message }
