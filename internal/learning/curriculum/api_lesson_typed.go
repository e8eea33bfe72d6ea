package curriculum

import "lectern/internal/learning/coursework"

type typedReadInput struct {
	coursework.OfType
	Draft bool `query:"draft" msg:"draft must be true or false"`
}
