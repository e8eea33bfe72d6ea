package app_test

// siteObjects are the operations of the blog and of the tools for its authors.
var siteObjects = map[string]object{
	"GET /api/v1/ai/runs/{id}":                             {of: aModelRun},
	"PUT /api/v1/ai/runs/{id}/outcome":                     {of: aModelRun, body: `{"accepted":1,"refused":1}`},
	"GET /api/v1/blogs/{id}":                               {of: aPost, unseen: true}, // it is a draft
	"GET /api/v1/blogs/{id}/related":                       {of: aPost, unseen: true},
	"POST /api/v1/blogs/{id}/like":                         {of: aPost, unseen: true},
	"DELETE /api/v1/blogs/{id}/like":                       {of: aPost, unseen: true},
	"GET /api/v1/blogs/{id}/comments":                      {of: aPost, unseen: true},
	"GET /api/v1/blogs/{id}/comments/form":                 {of: aPost, unseen: true},
	"POST /api/v1/blogs/{id}/comments":                     {of: aPost, unseen: true, body: `{"body":"Taken"}`},
	"PUT /api/v1/blogs/{id}/comments-mode":                 {of: aPost, body: `{"mode":"closed"}`},
	"PUT /api/v1/blogs/comments/{id}":                      {of: aBlogComment, unseen: true, body: `{"body":"Taken"}`}, // of a draft
	"POST /api/v1/blogs/comments/{id}/reports":             {of: aBlogComment, unseen: true, body: `{"reason":"spam"}`},
	"DELETE /api/v1/blogs/comments/{id}":                   {of: aBlogComment},
	"GET /api/v1/blogs/{id}/draft":                         {of: aPost},
	"PUT /api/v1/blogs/{id}":                               {of: aPost, body: `{"title":"Taken","html":"<p>Taken</p>"}`},
	"DELETE /api/v1/blogs/{id}":                            {of: aPost},
	"POST /api/v1/blogs/{id}/restore":                      {of: aPost, unseen: true}, // it is not deleted
	"POST /api/v1/blogs/{id}/preview-link":                 {of: aPost},
	"DELETE /api/v1/blogs/{id}/preview-link":               {of: aPost},
	"PUT /api/v1/blogs/{id}/slug":                          {of: aPost, body: `{"slug":"taken"}`},
	"PUT /api/v1/blogs/{id}/cover":                         {of: aPost},
	"DELETE /api/v1/blogs/{id}/cover":                      {of: aPost},
	"POST /api/v1/blogs/{id}/request-review":               {of: aPost},
	"DELETE /api/v1/blogs/{id}/request-review":             {of: aPost},
	"GET /api/v1/blogs/{id}/revisions":                     {of: aPost},
	"GET /api/v1/blogs/{id}/revisions/{revision}":          {of: aPost},
	"POST /api/v1/blogs/{id}/revisions/{revision}/restore": {of: aPost},
	"GET /api/v1/uploads/{id}":                             {of: aPicture},
	"GET /api/v1/uploads/{id}/uses":                        {of: aPicture},
	"PATCH /api/v1/uploads/{id}":                           {of: aPicture, body: `{"name":"Taken"}`},
	"DELETE /api/v1/uploads/{id}":                          {of: aPicture},
	"GET /api/v1/uploads/{id}/{width}":                     {of: aPicture, unseen: true}, // it has no files
	"HEAD /api/v1/uploads/{id}/{width}":                    {of: aPicture, unseen: true},
	"GET /api/v1/blog-covers/{id}/{width}":                 {of: aPost, unseen: true},
	"HEAD /api/v1/blog-covers/{id}/{width}":                {of: aPost, unseen: true},
}
