package media

import "fmt"

// The transfer functions of HDR by ffmpeg's names: SMPTE ST 2084 (HDR10) and the hybrid log-gamma of ITU-R BT.2100.
const (
	transferPQ  = "smpte2084"
	transferHLG = "arib-std-b67"
)

const (
	// referenceWhite is the luminance of a white page in HDR (ITU-R BT.2408), in cd/m²: it becomes nearly the white of SDR.
	referenceWhite = 203
	// highlights is the luminance that becomes the full white of SDR, in multiples of referenceWhite: 1000 cd/m², what phones record.
	highlights = 5
	// toneKnee is the share of referenceWhite up to which nothing changes; above it highlights are compressed. In 8 bits a grey of
	// 50 cd/m² comes out as 140, referenceWhite as 221 and 1000 cd/m² as 235.
	toneKnee = 0.7
)

// toneMap is the filter that makes SDR (BT.709) of HDR pictures, "" for others. It names the source's colours itself, because
// frames do not always, and costs much: it belongs after a picture has been made smaller.
func (p Plan) toneMap() string {
	if p.Transfer == "" {
		return ""
	}
	levels := "limited"
	if p.FullRange {
		levels = "full"
	}
	return fmt.Sprintf("zscale=tin=%s:pin=bt2020:min=bt2020nc:rin=%s:t=linear:npl=%d,format=gbrpf32le,zscale=p=bt709,"+
		"tonemap=tonemap=mobius:param=%g:peak=%d:desat=0,zscale=t=bt709:m=bt709:p=bt709:r=limited,",
		p.Transfer, levels, referenceWhite, toneKnee, highlights)
}

// deinterlace is the filter that makes whole pictures of interlaced ones, "" for others. The scaler in front of it changes nothing
// but a picture whose size differs from the first: the deinterlacer compares neighbours and takes their sizes for equal.
func (p Plan) deinterlace() string {
	if !p.Interlaced {
		return ""
	}
	return fmt.Sprintf("scale=%d:%d,bwdif=mode=send_frame:deint=interlaced,", p.SourceWidth, p.SourceHeight)
}
