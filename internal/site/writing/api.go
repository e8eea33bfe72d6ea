package writing

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

const root = "/ai/blog/"

type tagsInput struct{ Body TagRequest }

type describeInput struct{ Body DescriptionRequest }

type suggestInput struct{ Body SuggestionRequest }

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Post(root+toolTags, "Suggest tags for a text"),
		func(ctx context.Context, who access.Caller, in *tagsInput) (rest.Answer[SuggestedTags], error) {
			t, err := s.Tags(ctx, who, in.Body)
			return rest.One("", t, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post(root+toolDescription, "Suggest a description of a text for search engines"),
		func(ctx context.Context, who access.Caller, in *describeInput) (rest.Answer[SuggestedDescription], error) {
			d, err := s.Describe(ctx, who, in.Body)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post(root+toolSuggestions, "Say what could be better in a text"),
		func(ctx context.Context, who access.Caller, in *suggestInput) (rest.Answer[WritingSuggestions], error) {
			w, err := s.Suggest(ctx, who, in.Body)
			return rest.One("", w, err)
		})
	s.registerGenerating(api)
	s.registerRuns(api)
	s.registerFigures(api)
}

type promptInput struct{ Body PromptRequest }

type contentInput struct{ Body ContentRequest }

type enhanceInput struct{ Body EnhanceRequest }

func (s *Service) registerGenerating(api *rest.API) {
	fails := []fault.Kind{fault.TooMany, fault.BadGateway, fault.Unavailable}
	quota := func(op rest.Op) rest.Op { return op.WithDetails(fault.TooMany, "ai_quota_reached", QuotaUsed{}) }
	rest.Handle(api, rest.Teachers, quota(rest.Post(root+toolFromPrompt, "Write a post by a description of it", fails...)),
		func(ctx context.Context, who access.Caller, in *promptInput) (rest.Answer[WrittenPost], error) {
			p, err := s.WritePost(ctx, who, in.Body)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.Teachers, quota(rest.Post(root+toolContent, "Write the text of a post by its title and outline", fails...)),
		func(ctx context.Context, who access.Caller, in *contentInput) (rest.Answer[WrittenContent], error) {
			c, err := s.WriteContent(ctx, who, in.Body)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.Teachers, quota(rest.Post(root+toolEnhance, "Improve a text", fails...)),
		func(ctx context.Context, who access.Caller, in *enhanceInput) (rest.Answer[EnhancedText], error) {
			e, err := s.Enhance(ctx, who, in.Body)
			return rest.One("", e, err)
		})
}

type runInput struct {
	ID string `path:"id"`
}

type outcomeInput struct {
	ID   string `path:"id"`
	Body RunOutcome
}

func (s *Service) registerRuns(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/ai/runs", "List the newest calls of the language model: one's own, for administrators everyone's"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]ModelRun], error) {
			all, err := s.Runs(ctx, who)
			return rest.One("", all, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/ai/runs/{id}", "Read a call of the language model, for a day with its result"),
		func(ctx context.Context, who access.Caller, in *runInput) (rest.Answer[ModelRun], error) {
			r, err := s.Run(ctx, who, in.ID)
			return rest.One("", r, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/ai/runs/{id}/outcome", "Note how much of a result its author took"),
		func(ctx context.Context, who access.Caller, in *outcomeInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("", s.Judge(ctx, who, in.ID, in.Body))
		})
}

func (s *Service) registerFigures(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/ai/capabilities", "List the writing tools"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[WritingCapabilities], error) {
			c, err := s.Capabilities(ctx, who)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(root+"health", "Say whether the language model can be used"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[WritingHealth], error) {
			return rest.One("", s.Health(ctx), nil)
		})
	rest.Handle(api, rest.Teachers, rest.Get(root+"stats", "Read how often the writing tools were used"),
		func(ctx context.Context, who access.Caller, in *StatsRange) (rest.Answer[WritingStats], error) {
			w, err := s.Stats(ctx, who, *in)
			return rest.One("", w, err)
		})
}
