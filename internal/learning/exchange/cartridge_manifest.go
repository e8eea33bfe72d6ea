package exchange

import "encoding/xml"

// The part of imsmanifest.xml that we write: the minimum that the standard requires.
type (
	writtenManifest struct {
		XMLName   xml.Name          `xml:"http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1 manifest"`
		ID        string            `xml:"identifier,attr"`
		Schema    string            `xml:"metadata>schema"`
		Version   string            `xml:"metadata>schemaversion"`
		Title     writtenTitle      `xml:"metadata>lom"`
		Outline   writtenOutline    `xml:"organizations>organization"`
		Resources []writtenResource `xml:"resources>resource"`
	}
	writtenTitle struct {
		Namespace string `xml:"xmlns,attr"`
		Text      string `xml:"general>title>string"`
	}
	writtenOutline struct {
		ID        string      `xml:"identifier,attr"`
		Structure string      `xml:"structure,attr"`
		Root      writtenItem `xml:"item"`
	}
	writtenItem struct {
		ID       string        `xml:"identifier,attr"`
		Resource string        `xml:"identifierref,attr,omitempty"`
		Title    string        `xml:"title,omitempty"`
		Items    []writtenItem `xml:"item"`
	}
	writtenResource struct {
		ID    string        `xml:"identifier,attr"`
		Type  string        `xml:"type,attr"`
		Href  string        `xml:"href,attr,omitempty"`
		Files []writtenFile `xml:"file"`
		Needs []writtenNeed `xml:"dependency"`
	}
	writtenNeed struct {
		Resource string `xml:"identifierref,attr"`
	}
	writtenFile struct {
		Href string `xml:"href,attr"`
	}
	writtenLink struct {
		XMLName xml.Name `xml:"http://www.imsglobal.org/xsd/imsccv1p3/imswl_v1p3 webLink"`
		Title   string   `xml:"title"`
		URL     struct {
			Href string `xml:"href,attr"`
		} `xml:"url"`
	}
)
